import { useText } from '@sitedeck/ui/core';
import chinese from './i18n/zh-CN.json';
import { logTexts, type LogKey } from './log-texts';

const isKey = (key: string): key is LogKey => Object.hasOwn(chinese, key);

/** Label of a logged field. Fields of newer calls have no translation and are shown unchanged. */
export function useFactName(): (name: string) => string {
  const text = useText(logTexts);
  return (name) => {
    const key = `fact.${name}`;
    return isKey(key) ? text(key) : name;
  };
}
