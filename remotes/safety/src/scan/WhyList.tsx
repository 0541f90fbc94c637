import type { ScanSeverity, ScanStep } from '@sitedeck/contract';
import { scanStepText } from '@sitedeck/contract/scan-texts';
import { useText, useTranslator } from '@sitedeck/ui/core';
import { visibleCode } from '@sitedeck/ui/visible-name';
import { scanTexts } from './scan-texts';
import { SEVERITY_ICONS } from './SeverityTag';

interface Props {
  readonly steps: readonly ScanStep[];
  readonly severity: ScanSeverity;
}

/** The argument in words, in the order in which the data flows. */
export function WhyList({ steps, severity }: Props) {
  const text = useText(scanTexts);
  const { locale } = useTranslator();
  return (
    <ol className={`sf-why sf-why-${severity}`}>
      {steps.map((step, index) => (
        // A step may occur twice; the list never changes its order.
        <li key={index}>
          {SEVERITY_ICONS[severity]}
          <span>
            <StepWords words={scanStepText(step, locale)} code={step.code ?? step.detail ?? ''} />
            {step.line !== null && <span className="sd-hint"> {text('step.line', { n: step.line })}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Words with their code in the font of code. */
function StepWords({ words, code }: { readonly words: string; readonly code: string }) {
  const at = code === '' ? -1 : words.indexOf(code);
  if (at < 0) return visibleCode(words);
  return (
    <>
      {visibleCode(words.slice(0, at))}
      <bdi className="sd-mono" dir="ltr">
        {visibleCode(code)}
      </bdi>
      {visibleCode(words.slice(at + code.length))}
    </>
  );
}
