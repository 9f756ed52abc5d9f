// The few parts of the extension API that are used here.
declare namespace chrome {
  namespace runtime {
    const id: string | undefined; // undefined after the extension was replaced
    function sendMessage(message: unknown): Promise<unknown>;
    const onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, reply: (answer: unknown) => void) => boolean,
      ): void;
    };
    function getManifest(): { version: string };
  }
  namespace storage {
    interface Area {
      get(key: string): Promise<Record<string, unknown>>;
      set(items: Record<string, unknown>): Promise<void>;
      remove(key: string): Promise<void>;
      onChanged: {
        addListener(listener: (changes: Record<string, { newValue?: unknown }>) => void): void;
      };
    }
    const local: Area;
  }
  namespace permissions {
    function contains(asked: { origins: string[] }): Promise<boolean>;
    function request(asked: { origins: string[] }): Promise<boolean>;
  }
}
