// What this extension does not understand, it refuses with a sentence for the overlay.
export class Refused extends Error {}
