import { TASK_NAMES } from '@sitedeck/contract';
import { nameKeyOf, sharedTexts, useText } from '@sitedeck/ui/core';

/** What an operation was about, for the reader: the log names a task by its name and number. */
export function useObjectText(): (object: string) => string {
  const shared = useText(sharedTexts);
  return (object) => {
    const [, given, id] = /^([A-Za-z_.]+) (\d+)$/.exec(object) ?? [];
    const name = TASK_NAMES.find((known) => known === given);
    return name === undefined ? object : `${shared(nameKeyOf(name))} #${id ?? ''}`;
  };
}
