/** A typed emitter small enough for every bundle. A listener that throws never stops the others. */
export interface Events<Map extends object> {
  /** Returns the function that removes the listener. */
  on: <Name extends keyof Map>(name: Name, listener: (detail: Map[Name]) => void) => () => void;
  emit: <Name extends keyof Map>(name: Name, detail: Map[Name]) => void;
}

export function makeEvents<Map extends object>(): Events<Map> {
  const listeners: { [Name in keyof Map]?: Set<(detail: Map[Name]) => void> } = {};
  return {
    on: (name, listener) => {
      const set = (listeners[name] ??= new Set());
      set.add(listener);
      return () => set.delete(listener);
    },
    emit: (name, detail) => {
      for (const listener of [...(listeners[name] ?? [])]) {
        try {
          listener(detail);
        } catch (error) {
          console.error(error);
        }
      }
    },
  };
}
