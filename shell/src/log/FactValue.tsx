import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { logTexts } from './log-texts';
import { useFactName } from './use-fact-name';

interface Props {
  readonly name: string;
  readonly value: unknown;
}

const isBytes = (name: string): boolean => /bytes$/i.test(name);

/** A value that a call wrote down, as text and nothing else. */
export function FactValue({ name, value }: Props) {
  const text = useText(logTexts);
  const format = useLocaleFormat();
  const nameOf = useFactName();
  if (value === undefined || value === null || value === '') return <>—</>;
  if (typeof value === 'boolean') return <>{text(value ? 'yes' : 'no')}</>;
  if (typeof value === 'number') return <>{isBytes(name) ? format.bytes(value) : format.number(value)}</>;
  if (typeof value === 'string') return <>{value}</>;
  if (Array.isArray(value) && value.length === 0) return <>{text('detail.none')}</>;
  // Names of fields have words; a list of anything else is what it is.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return <>{value.map((item) => (name === 'fields' ? nameOf(item) : item)).join(', ')}</>;
  return <code className="sd-mono">{JSON.stringify(value)}</code>;
}
