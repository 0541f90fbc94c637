import type { CallReply, inspectArchive } from '@sitedeck/contract';
import { Skeleton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, type ReactNode } from 'react';
import { FileName } from '../parts/FileName';
import { archiveTexts } from './archive-texts';

const IF_TAKEN = ['overwrite', 'skip', 'both'] as const;
export type IfTaken = (typeof IF_TAKEN)[number];

/** Names shown in each list. */
const SHOWN = 8;

type ArchiveFindings = CallReply<typeof inspectArchive>;

interface Props {
  readonly found: ArchiveFindings | undefined;
  /** The archive is being inspected. */
  readonly isBusy: boolean;
  readonly ifExists: IfTaken;
  readonly onIfExists: (choice: IfTaken) => void;
}

/** Shows what extracting would do, as far as the archive's index says. */
export function DryRun({ found, isBusy, ifExists, onIfExists }: Props) {
  const text = useText(archiveTexts);
  if (!found) {
    return isBusy ? (
      <div className="fm-dry-run" role="status">
        <span className="sd-visually-hidden">{text('extract.looking')}</span>
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      </div>
    ) : null;
  }
  return (
    <div className="fm-dry-run" role="status">
      <Totals found={found} />
      {found.encrypted && <p className="fm-dry-run-stop">{text('extract.encrypted')}</p>}
      <Names label={text('extract.sample')} names={found.sample} total={found.files + found.folders} />
      <Taken found={found} ifExists={ifExists} onIfExists={onIfExists} />
      <Refused found={found} />
    </div>
  );
}

function Totals({ found: { files, folders, bytes, complete } }: { readonly found: ArchiveFindings }) {
  const text = useText(archiveTexts);
  const format = useLocaleFormat();
  return (
    <>
      <p>
        <strong>
          {text('extract.counts', { files: format.number(files), folders: format.number(folders) })}
        </strong>{' '}
        · {bytes === null ? text('extract.sizeUnknown') : text('extract.size', { size: format.bytes(bytes) })}
      </p>
      {!complete && <p className="sd-hint sd-small">{text('extract.incomplete')}</p>}
    </>
  );
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly total: number;
}

function Names({ label, names, total }: NamesProps) {
  const text = useText(archiveTexts);
  if (names.length === 0) return null;
  return (
    <ul className="fm-dry-run-names" aria-label={label}>
      {names.slice(0, SHOWN).map((name) => (
        <li key={name}>
          <FileName name={name} />
        </li>
      ))}
      {total > Math.min(names.length, SHOWN) && <li className="sd-hint">{text('extract.more')}</li>}
    </ul>
  );
}

function Taken({
  found,
  ifExists,
  onIfExists,
}: Pick<Props, 'ifExists' | 'onIfExists'> & { readonly found: ArchiveFindings }) {
  const text = useText(archiveTexts);
  const format = useLocaleFormat();
  const id = useId();
  if (found.taken === 0) return <p className="sd-hint">{text('extract.free')}</p>;
  const title = text('extract.taken', { n: format.number(found.taken), count: found.taken });
  return (
    <fieldset className="fm-choices">
      <legend>{title}</legend>
      <Names label={title} names={found.takenSample} total={found.taken} />
      {IF_TAKEN.map((choice) => (
        <label key={choice}>
          <input type="radio" name={id} checked={ifExists === choice} onChange={() => onIfExists(choice)} />
          <span>{text(`extract.${choice}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Refused({ found: { refused, refusedSample } }: { readonly found: ArchiveFindings }) {
  const text = useText(archiveTexts);
  const format = useLocaleFormat();
  if (refused === 0) return null;
  return (
    <Section title={text('extract.refused', { n: format.number(refused), count: refused })}>
      <ul className="fm-dry-run-refused">
        {refusedSample.slice(0, SHOWN).map(({ path, fault }) => (
          <li key={path}>
            <FileName name={path} /> <span>{fault.message}</span>
          </li>
        ))}
        {refused > Math.min(refusedSample.length, SHOWN) && (
          <li className="sd-hint">{text('extract.more')}</li>
        )}
      </ul>
    </Section>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id} className="fm-dry-run-stop">
        {title}
      </p>
      {children}
    </section>
  );
}
