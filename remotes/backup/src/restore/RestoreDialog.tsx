import { EyeOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import type { BackupPoint } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState } from 'react';
import { Fact } from '../frame/Fact';
import { frameTexts } from '../frame/frame-texts';
import { useWhen } from '../frame/use-when';
import { ChosenPaths } from './ChosenPaths';
import { restoreTexts } from './restore-texts';
import { TableField } from './TableField';
import { useRestore } from './use-restore';
import { WhatGoes } from './WhatGoes';
import { bodyOf, partOf, type Mode, type Wish } from './wish';

interface Props {
  readonly point: BackupPoint;
  readonly wish: Wish;
  /** It has begun. */
  readonly onBegun?: () => void;
  readonly onGone: () => void;
}

/** Before a live site is changed: what visitors notice, what goes, what is saved first and how to go back. */
export function RestoreDialog({ point, wish, onBegun, onGone }: Props) {
  const text = useText(restoreTexts);
  const when = useWhen()(point.createdAt);
  const blocked = useBlocked();
  const restore = useRestore();
  const [mode, setMode] = useState<Mode>('mirror');
  const [table, setTable] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const part = partOf(wish);
  const key = wish.is === 'parts' ? part : wish.is;
  const confirm = text(`confirm.${key}`);

  const submit = async (): Promise<FormOutcome> => {
    const missing = wish.is === 'table' && table.trim() === '';
    setProblem(missing ? text('table.required') : undefined);
    if (missing) field.current?.focus();
    if (missing) return { is: 'stay' };
    const outcome = await restore(bodyOf(point.id, wish, { mode, table: table.trim() }), confirm);
    if (outcome.is === 'done') onBegun?.();
    return outcome;
  };
  return (
    <FormDialog
      className="bk-form"
      title={text(`title.${key}`, { when, n: wish.is === 'paths' ? wish.paths.length : 0 })}
      confirm={confirm}
      reason={blocked(confirm)}
      danger
      failed={text('failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      <p>{text(`body.${key}`, { when })}</p>
      {wish.is === 'paths' && <ChosenPaths paths={wish.paths} />}
      {wish.is === 'table' && <TableField value={table} onChange={setTable} error={problem} input={field} />}
      {wish.is === 'parts' && (
        <Choices
          legend={text('mode')}
          value={mode}
          onChange={setMode}
          options={(['mirror', 'overlay'] as const).map((one) => ({
            value: one,
            label: text(`mode.${one}`, { when }),
            hint: text(`mode.${one}.${part}`),
          }))}
        />
      )}
      <ul className="bk-facts">
        <Fact icon={<EyeOutlined aria-hidden />} title={text('fact.visitors')}>
          {text(`fact.visitors.${part}`)}
          {wish.is === 'parts' && part !== 'database' && (
            <WhatGoes point={point.id} when={when} mode={mode} />
          )}
        </Fact>
        <Fact icon={<SaveOutlined aria-hidden />} title={text('fact.saved')}>
          {text(`fact.saved.${part}`)}
        </Fact>
        <Fact icon={<UndoOutlined aria-hidden />} title={text('fact.undo')}>
          {text('fact.undo.body')}
        </Fact>
      </ul>
      <Which point={point} />
    </FormDialog>
  );
}

/** Of which host, and how much it is. */
function Which({ point: { kind, bytes, databaseBytes, files } }: Pick<Props, 'point'>) {
  const frame = useText(frameTexts);
  const text = useText(restoreTexts);
  const format = useLocaleFormat();
  const { hostCode } = useCurrentHost().hostService;
  const counted = files > 0 ? [text('files', { n: format.number(files), count: files })] : [];
  return (
    <p className="sd-hint sd-small">
      {[hostCode, frame(`kind.${kind}`), format.bytes(bytes + databaseBytes), ...counted].join(' · ')}
    </p>
  );
}
