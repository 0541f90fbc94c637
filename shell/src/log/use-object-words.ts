import { TASK_KIND_NAMES } from '@sitedeck/contract';
import { sharedTexts, useText } from '@sitedeck/ui/core';

/** What an operation was about, for the reader: the log names a task by its kind and number. */
export function useObjectWords(): (object: string) => string {
  const shared = useText(sharedTexts);
  return (object) => {
    const [, name, id] = /^([A-Z_]+) (\d+)$/.exec(object) ?? [];
    const kind = TASK_KIND_NAMES.find((known) => known === name);
    return kind === undefined ? object : `${shared(`kind.${kind}`)} #${id ?? ''}`;
  };
}
