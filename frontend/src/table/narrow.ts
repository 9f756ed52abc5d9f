// Whether the screen is a phone's, kept in step with the window.
import { useEffect, useState } from "preact/hooks";

const QUERY = "(max-width: 640px)";

export function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(
    () => typeof matchMedia !== "undefined" && matchMedia(QUERY).matches,
  );
  useEffect(() => {
    const media = matchMedia(QUERY);
    const follow = () => setNarrow(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return narrow;
}
