import type { ScanFile, ScanState } from '@sitedeck/contract';
import { SCAN_TECHNIQUE_TEXTS, SCAN_UNKNOWN_TEXTS } from '@sitedeck/contract/scan-texts';
import { TimeText, useText, useTranslator } from '@sitedeck/ui/core';
import type { ResourceColumn } from '@sitedeck/ui/page';
import { FilePath } from './FilePath';
import { scanTexts } from './scan-texts';
import { SeverityTag } from './SeverityTag';

/** Columns of a list; what is dealt with shows when that was. */
export function useFindingColumns(state: ScanState): readonly ResourceColumn<ScanFile>[] {
  const text = useText(scanTexts);
  return [
    { key: 'path', title: text('column.path'), card: 'name', render: (file) => <Name file={file} /> },
    {
      key: 'severity',
      title: text('column.severity'),
      card: 'status',
      width: 120,
      render: ({ severity }) => <SeverityTag severity={severity ?? 'unknown'} />,
    },
    {
      key: 'technique',
      title: text('column.technique'),
      card: 'fact',
      width: 180,
      render: (file) => <Technique file={file} />,
    },
    {
      key: 'line',
      title: text('column.line'),
      card: 'fact',
      width: 110,
      render: ({ findings: [gravest] }) => gravest && text('line', { n: gravest.line }),
    },
    {
      key: 'time',
      title: text(`column.time.${state}`),
      card: 'fact',
      width: 150,
      render: ({ modifiedAt, actedAt }) => <TimeText at={state === 'open' ? modifiedAt : actedAt} />,
    },
  ];
}

function Name({ file: { path, reason } }: { readonly file: ScanFile }) {
  const text = useText(scanTexts);
  return (
    <>
      <FilePath path={path} />
      {reason !== '' && <div className="sd-secondary sd-small">{text('trusted', { reason })}</div>}
    </>
  );
}

function Technique({ file: { findings, unknown } }: { readonly file: ScanFile }) {
  const text = useText(scanTexts);
  const { locale } = useTranslator();
  const [gravest, ...others] = findings;
  if (!gravest) return unknown && SCAN_UNKNOWN_TEXTS[unknown][locale];
  const name = SCAN_TECHNIQUE_TEXTS[gravest.technique][locale];
  return others.length === 0 ? name : text('technique.more', { name, n: others.length });
}
