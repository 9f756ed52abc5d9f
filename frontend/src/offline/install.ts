// Keeps the page on this device with a service worker, and says when a newer one is ready.
import { signal } from "@preact/signals";

/** The worker of a newer version, which takes over when the person says so. */
export const newer = signal<ServiceWorker | null>(null);

const KEEP_MS = 5000; // after the start: networks are fetched when the page has what it needs

export async function install(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const replaced = navigator.serviceWorker.controller !== null;
  const at = `${import.meta.env.BASE_URL}service_worker.js`;
  const registration = await navigator.serviceWorker.register(at).catch(() => null);
  if (!registration) return; // a browser that keeps nothing, or a page without an engine
  const ready = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      newer.value = registration.waiting;
    }
  };
  ready();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", ready);
  });
  // Only a version that the person asked for reloads the page; the first visit does not.
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (replaced && newer.value) location.reload();
  });
  setTimeout(() => registration.active?.postMessage("keep"), KEEP_MS);
}

export const update = (): void => newer.value?.postMessage("activate");
