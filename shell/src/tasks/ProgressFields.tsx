import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { centerTexts } from './center/center-texts';
import { FactList } from './FactList';
import { progressFacts, type ProgressFact } from './progress-facts';
import type { TaskView } from './task-view';

/** The progress fields of a task's kind. */
export function ProgressFields({ view }: { readonly view: TaskView }) {
  const text = useText(centerTexts);
  const format = useLocaleFormat();
  const words = ({ unit, value }: ProgressFact): string => {
    if (typeof value === 'string') return value;
    if (unit === 'bytes') return format.bytes(value);
    if (unit === 'rate') return `${format.bytes(value)}/s`;
    return unit === 'share' ? format.percent(value) : format.number(value);
  };
  const facts = progressFacts(view);
  if (facts.length === 0) return null;
  return (
    <section>
      <h3>{text('column.progress')}</h3>
      <FactList
        facts={facts.map((fact) => ({
          name: text(`progress.${fact.field}`),
          value: words(fact),
          mono: fact.unit === 'text',
        }))}
      />
    </section>
  );
}
