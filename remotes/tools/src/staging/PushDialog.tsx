import {
  pushStaging,
  type SitePath,
  type Staging,
  type StagingDifference,
  type StagingPush,
} from '@sitedeck/contract';
import { call, pollTasksNow, toFault } from '@sitedeck/sdk';
import { InlineAlert, useBlocked, useLocaleFormat, useText, useVerify } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useId, useState } from 'react';
import { stagingTexts } from './staging-texts';

type FilesChoice = StagingPush['files']['is'];

interface Props {
  readonly staging: Staging;
  /** Differences that the owner has selected. */
  readonly selected: readonly StagingDifference[];
  readonly onGone: () => void;
}

const pathsOf = (differences: readonly StagingDifference[]) =>
  differences.map(({ path }) => path as SitePath);

/** Confirms that files or the database of the copy replace those of the site; the owner passes a step-up. */
export function PushDialog({ staging, selected, onGone }: Props) {
  const text = useText(stagingTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const push = usePush();
  const why = useId();
  const [choice, setChoice] = useState<FilesChoice>(selected.length > 0 ? 'selected' : 'all');
  const [removes, setRemoves] = useState(false);
  const [database, setDatabase] = useState(false);
  const { database: own } = staging;
  const noDatabase = own.is === 'none' ? text(`database.${own.why}`) : undefined;
  const removed = selected.filter(({ is }) => is === 'removed');
  const kept = selected.filter(({ is }) => is !== 'removed');
  const files = (): StagingPush['files'] => {
    if (choice === 'all') return { is: 'all', remove: removes };
    if (choice === 'none') return { is: 'none' };
    return { is: 'selected', paths: pathsOf(kept), removed: pathsOf(removed) };
  };
  const isNothing = choice === 'none' && !database;
  const options: readonly FilesChoice[] = selected.length > 0 ? ['selected', 'all', 'none'] : ['all', 'none'];
  return (
    <FormDialog
      className="tl-form tl-dialog"
      title={text('push.title')}
      confirm={text('push')}
      reason={blocked(text('push')) ?? (isNothing ? text('push.nothing') : undefined)}
      danger
      failed={text('push.failed')}
      submit={() => push({ files: files(), database })}
      begins
      onGone={onGone}
    >
      <p>{text('push.body')}</p>
      <Choices
        legend={text('push.files')}
        value={choice}
        onChange={setChoice}
        options={options.map((value) => ({
          value,
          label: text(`push.files.${value}`, { n: format.number(selected.length), count: selected.length }),
        }))}
      />
      {choice === 'selected' && removed.length > 0 && <RemovedList paths={removed.map(({ path }) => path)} />}
      {choice === 'all' && (
        <label className="tl-check">
          <input
            type="checkbox"
            checked={removes}
            onChange={({ currentTarget }) => setRemoves(currentTarget.checked)}
          />
          <span>{text('push.remove')}</span>
        </label>
      )}
      <label className="tl-check">
        <input
          type="checkbox"
          checked={database}
          disabled={noDatabase !== undefined}
          aria-describedby={noDatabase === undefined ? undefined : why}
          onChange={({ currentTarget }) => setDatabase(currentTarget.checked)}
        />
        <span>{text('push.database')}</span>
      </label>
      {noDatabase !== undefined && (
        <p id={why} className="sd-secondary sd-small">
          {noDatabase}
        </p>
      )}
      {database && <InlineAlert kind="warning">{text('push.database.hint')}</InlineAlert>}
    </FormDialog>
  );
}

/** Longest list of paths in the dialog. */
const SHOWN = 10;

function RemovedList({ paths }: { readonly paths: readonly string[] }) {
  const text = useText(stagingTexts);
  const format = useLocaleFormat();
  const rest = paths.length - SHOWN;
  return (
    <div>
      <p>{text('push.removed')}</p>
      <ul className="tl-entries">
        {paths.slice(0, SHOWN).map((path) => (
          <li key={path} className="sd-mono">
            {path}
          </li>
        ))}
        {rest > 0 && (
          <li className="sd-hint">{text('push.rest', { n: format.number(rest), count: rest })}</li>
        )}
      </ul>
    </div>
  );
}

function usePush(): (body: StagingPush) => Promise<FormOutcome> {
  const text = useText(stagingTexts);
  const verify = useVerify();
  return async (body) => {
    try {
      const { is } = await verify({
        act: 'pushStaging',
        confirm: text('push'),
        danger: true,
        run: (options) => call(pushStaging, { body }, options),
      });
      pollTasksNow();
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}
