import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { logTexts } from './log-texts';
import { useFactName } from './use-fact-name';

interface Props {
  readonly name: string;
  readonly value: unknown;
}

const isBytes = (name: string): boolean => /bytes$/i.test(name);

/** A logged value, shown as plain text. */
export function FactValue({ name, value }: Props) {
  const text = useText(logTexts);
  const format = useLocaleFormat();
  const nameOf = useFactName();
  if (value === undefined || value === null || value === '') return <>—</>;
  if (typeof value === 'boolean') return <>{text(value ? 'yes' : 'no')}</>;
  if (typeof value === 'number') return <>{isBytes(name) ? format.bytes(value) : format.number(value)}</>;
  if (typeof value === 'string') return <>{value}</>;
  if (Array.isArray(value) && value.length === 0) return <>{text('detail.none')}</>;
  // Field names have translations; other lists are shown unchanged.
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return <>{value.map((item) => (name === 'fields' ? nameOf(item) : item)).join(', ')}</>;
  return <code className="sd-mono">{JSON.stringify(value)}</code>;
}
