import { factName, factValue } from '@sitedeck/contract/fact-texts';
import { useLocale } from '@sitedeck/sdk';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { logTexts } from './log-texts';

interface Props {
  readonly name: string;
  readonly value: unknown;
}

const isBytes = (name: string): boolean => /bytes$/i.test(name);

/** A logged value in words, as plain text. */
export function FactValue({ name, value }: Props) {
  const text = useText(logTexts);
  const format = useLocaleFormat();
  const locale = useLocale();
  if (value === undefined || value === null || value === '') return <>—</>;
  const words = factValue(name, value, locale);
  if (words !== undefined) return <>{words}</>;
  if (typeof value === 'number') return <>{isBytes(name) ? format.bytes(value) : format.number(value)}</>;
  if (Array.isArray(value) && value.length === 0) return <>{text('detail.none')}</>;
  // Names of fields have words; other lists are shown unchanged.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return <>{format.list(value.map((item) => (name === 'fields' ? factName(item, locale) : item)))}</>;
  return <code className="sd-mono">{JSON.stringify(value)}</code>;
}
