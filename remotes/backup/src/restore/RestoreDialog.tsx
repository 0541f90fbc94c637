import { EyeOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { restoreBackup, type BackupKind, type BackupPoint, type CallInput } from '@sitedeck/contract';
import { call, toFault, useCurrentHost } from '@sitedeck/sdk';
import { useBlocked, useLocaleFormat, useText, useVerify } from '@sitedeck/ui/core';
import { Choices, FormDialog, type FormOutcome } from '@sitedeck/ui/form-dialog';
import { useRef, useState, type ReactNode } from 'react';
import { frameTexts } from '../frame/frame-texts';
import { useMomentText } from '../frame/use-moment-text';
import { restoreTexts } from './restore-texts';
import { FileChanges } from './FileChanges';
import { useImpact, type Mode } from './use-impact';
import { TableField } from './TableField';

/** What to restore from a point. */
export type RestoreRequest =
  | { readonly is: 'parts'; readonly parts: BackupKind }
  | { readonly is: 'table' }
  | { readonly is: 'paths'; readonly paths: readonly string[] };

type RestoreBody = CallInput<typeof restoreBackup>['body'];

/** The part of the site that the restore changes, for texts. */
const partOf = (request: RestoreRequest): BackupKind =>
  request.is === 'parts' ? request.parts : request.is === 'table' ? 'database' : 'site';

function bodyOf(
  point: number,
  request: RestoreRequest,
  { mode, table }: { readonly mode: Mode; readonly table: string },
): RestoreBody {
  if (request.is === 'paths') return { point, mode: 'overlay', paths: [...request.paths] };
  if (request.is === 'table') return { point, mode: 'overlay', table };
  return { point, mode, parts: request.parts };
}

interface Props {
  readonly point: BackupPoint;
  readonly request: RestoreRequest;
  /** Called when the restore has started. */
  readonly onBegun?: () => void;
  readonly onGone: () => void;
}

/** Confirms a restore. Each fact stands once: what returns, what else changes, the safety copy, how to undo it. */
export function RestoreDialog({ point, request, onBegun, onGone }: Props) {
  const text = useText(restoreTexts);
  const when = useMomentText()(point.createdAt);
  const blocked = useBlocked();
  const restore = useRestore();
  const [mode, setMode] = useState<Mode>('mirror');
  const [table, setTable] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const part = partOf(request);
  const key = request.is === 'parts' ? part : request.is;
  const confirm = text(`confirm.${key}`);
  const impact = useImpact(point.id, part, request.is === 'parts');

  const submit = async (): Promise<FormOutcome> => {
    const missing = request.is === 'table' && table.trim() === '';
    setProblem(missing ? text('table.required') : undefined);
    if (missing) field.current?.focus();
    if (missing) return { is: 'stay' };
    const outcome = await restore(bodyOf(point.id, request, { mode, table: table.trim() }), confirm);
    if (outcome.is === 'done') onBegun?.();
    return outcome;
  };
  return (
    <FormDialog
      className="bk-form"
      title={text(`title.${key}`, { when, n: request.is === 'paths' ? request.paths.length : 0 })}
      confirm={confirm}
      reason={blocked(confirm)}
      danger
      failed={text('failed')}
      submit={submit}
      begins
      onGone={onGone}
    >
      <p>{text(`body.${key}`, { when })}</p>
      {request.is === 'paths' && <ChosenPaths paths={request.paths} />}
      {request.is === 'table' && (
        <TableField value={table} onChange={setTable} error={problem} input={field} />
      )}
      {request.is === 'parts' && (
        <Choices
          legend={text('mode')}
          value={mode}
          onChange={setMode}
          options={(['mirror', 'overlay'] as const).map((one) => ({
            value: one,
            label: text(`mode.${one}`),
            hint: impact.newer(one),
          }))}
        />
      )}
      <ul className="bk-facts">
        {(impact.files !== undefined || impact.data) && (
          <Fact icon={<EyeOutlined aria-hidden />} title={text('fact.changes')}>
            {impact.data && text('fact.changes.data')}
            {impact.files && <FileChanges changes={impact.files} />}
          </Fact>
        )}
        <Fact icon={<SaveOutlined aria-hidden />} title={text('fact.saved')}>
          {text('fact.saved.body')}
        </Fact>
        <Fact icon={<UndoOutlined aria-hidden />} title={text('fact.undo')}>
          {text('fact.undo.body')}
        </Fact>
      </ul>
      <PointSummary point={point} />
    </FormDialog>
  );
}

/** Starts a restore after a step-up. `confirm` is the button's label. */
function useRestore(): (body: RestoreBody, confirm: string) => Promise<FormOutcome> {
  const verify = useVerify();
  return async (body, confirm) => {
    try {
      const { is } = await verify({
        act: 'restoreBackup',
        confirm,
        danger: true,
        run: (options) => call(restoreBackup, { body }, options),
      });
      return is === 'done' ? { is: 'done' } : { is: 'stay' };
    } catch (error) {
      return { is: 'refused', fault: toFault(error) };
    }
  };
}

/** The host and the size of the point. */
function PointSummary({ point: { kind, bytes, databaseBytes, files } }: Pick<Props, 'point'>) {
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

/** Paths listed at most. */
const SHOWN = 6;

/** Lists the chosen paths. */
function ChosenPaths({ paths }: { readonly paths: readonly string[] }) {
  const text = useText(restoreTexts);
  const format = useLocaleFormat();
  const rest = paths.length - SHOWN;
  return (
    <ul className="bk-paths">
      {paths.slice(0, SHOWN).map((path) => (
        <li key={path} dir="auto">
          {path}
        </li>
      ))}
      {rest > 0 && <li className="sd-hint">{text('paths.more', { n: format.number(rest), count: rest })}</li>}
    </ul>
  );
}

interface FactProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** One fact that the user should know before confirming. */
function Fact({ icon, title, children }: FactProps) {
  return (
    <li>
      {icon}
      <div>
        <strong>{title}</strong>
        <div className="sd-secondary">{children}</div>
      </div>
    </li>
  );
}
