// Whether the screen is a phone's, upright or on its side, kept in step with the window.
import { useEffect, useState } from "preact/hooks";

export const UPRIGHT = "(max-width: 640px)";
export const SIDEWAYS = "(max-height: 480px) and (min-width: 641px)";

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(
    () => typeof matchMedia !== "undefined" && matchMedia(query).matches,
  );
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setMatches(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return matches;
}

/** A phone held upright or sideways; null on anything larger. */
export function usePhone(): "upright" | "sideways" | null {
  const upright = useMedia(UPRIGHT);
  const sideways = useMedia(SIDEWAYS);
  return upright ? "upright" : sideways ? "sideways" : null;
}
