import type { ScanFinding } from '@sitedeck/contract';
import { SCAN_TECHNIQUE_TEXTS } from '@sitedeck/contract/scan-texts';
import { DOT, useText, useTranslator } from '@sitedeck/ui/core';
import { Excerpt } from './Excerpt';
import { scanTexts } from './scan-texts';
import { WhyList } from './WhyList';

/** The case against a file: the lines, and step by step why they are dangerous. */
export function FindingCase({ finding }: { readonly finding: ScanFinding }) {
  const text = useText(scanTexts);
  const { locale } = useTranslator();
  const { severity, technique, line, rule, confidence, steps, excerpt } = finding;
  const name = SCAN_TECHNIQUE_TEXTS[technique][locale];
  return (
    <section className="sf-case" aria-label={`${name}${DOT}${text('line', { n: line })}`}>
      <Excerpt excerpt={excerpt} line={line} isGrave={severity === 'high'} />
      <div>
        <h3>{text(`why.${severity}`)}</h3>
        <WhyList steps={steps} severity={severity} />
        <p className="sd-hint sd-small">
          {text('confidence', { percent: confidence })}
          {DOT}
          {text('rule', { rule })}
        </p>
      </div>
    </section>
  );
}
