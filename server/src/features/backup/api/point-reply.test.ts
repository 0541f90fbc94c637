import { HostCode } from '@sitedeck/contract';
import type { PointRow } from '#state/backup-tables';
import { pointReply } from './point-reply';

const point = (id: number, undoes: number | null): PointRow => ({
  id,
  undoes,
  host_code: HostCode.parse('vh1'),
  kind: 'site',
  reason: undoes === null ? 'manual' : 'safety',
  state: 'ready',
  note: '',
  files_snapshot: 'a'.repeat(64),
  database_snapshot: null,
  bytes: 1,
  files: 1,
  database_bytes: 0,
  added_bytes: 1,
  missed: 0,
  kept: false,
  verified_at: null,
  verify_fault: null,
  expires_at: null,
  task_id: null,
  created_at: new Date(id),
});
const restoring = (restored: number, undo?: { readonly undoes: number; readonly redo?: true }) => ({
  ...{ point: restored, parts: 'site', mode: 'mirror', objectName: '/backups/1.tar.zst', size: 1 },
  ...undo,
});

it('names the action that each safety point precedes: a restore, its undo, its redo, the undo of the redo, a deployment, or a change of an app', () => {
  // Tasks 11 to 16 each made the point before them.
  const all = [
    point(1, null),
    point(2, 11),
    point(3, 12),
    point(4, 13),
    point(5, 14),
    point(6, 15),
    point(7, 16),
  ];
  const restores = new Map<number, unknown>([
    [11, restoring(1)],
    [12, restoring(2, { undoes: 11 })],
    [13, restoring(3, { undoes: 12, redo: true })],
    [14, restoring(4, { undoes: 13 })],
    [15, 'deploy'],
    [16, 'app'],
  ]);
  const said = all.map((row) => pointReply(row, { all, restores, copies: [], locale: 'zh-CN' }).before?.is);
  expect(said).toEqual([undefined, 'restore', 'undo', 'redo', 'undo', 'deploy', 'app']);
});
