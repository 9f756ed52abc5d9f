// The graph is a script of its own: uPlot is needed only where a review is shown.
import type { ComponentProps, ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Graph } from "./graph";

type Props = ComponentProps<typeof Graph>;

export function LazyGraph(props: Props): JSX.Element {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    let gone = false;
    import("./graph").then(
      (module) => !gone && setLoaded(() => module.Graph),
      () => undefined, // the verdicts below say the same in words
    );
    return () => {
      gone = true;
    };
  }, []);
  return <div class="chance-graph-place">{Loaded && <Loaded {...props} />}</div>;
}
