import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import type { ScanStatus } from './scan-status';
import { scanTexts } from './scan-texts';
import { SEVERITY_FILTERS, type Address } from './use-address';

const KEPT = ['quarantined', 'ignored'] as const;

interface Props {
  readonly status: ScanStatus;
  readonly address: Address;
}

/** How many files wait for the owner, and how many are dealt with. Each figure leads to its files. */
export function ScanCounts({ status, address }: Props) {
  const text = useText(scanTexts);
  const format = useLocaleFormat();
  return (
    <dl className="sf-counts">
      {SEVERITY_FILTERS.map((severity) => (
        <div key={severity}>
          <dt>{text(`severity.${severity}`)}</dt>
          <dd>
            <Figure
              className={status.open[severity] > 0 ? `sf-count-${severity}` : ''}
              label={text('counts.show', { name: text(`severity.${severity}`) })}
              value={format.number(status.open[severity])}
              onClick={() => address.show({ tab: 'open', severity, filter: '' })}
            />
          </dd>
        </div>
      ))}
      {KEPT.map((tab) => (
        <div key={tab} className={`sf-kept-${tab}`}>
          <dt>{text(`tab.${tab}`)}</dt>
          <dd>
            <Figure
              label={text('counts.show', { name: text(`tab.${tab}`) })}
              value={format.number(status[tab])}
              onClick={() => address.show({ tab, severity: '', filter: '' })}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FigureProps {
  readonly className?: string;
  readonly label: string;
  readonly value: string;
  readonly onClick: () => void;
}

function Figure({ className = '', label, value, onClick }: FigureProps) {
  return (
    <button
      type="button"
      className={`sd-link-button ${className}`}
      aria-label={`${label} ${value}`}
      onClick={onClick}
    >
      {value}
    </button>
  );
}
