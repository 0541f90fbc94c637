import type { MoveCheck, MoveFailure, Task } from '@sitedeck/contract';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `taskInfo` or `taskParam`; none if the text is not JSON, such as `empty`. */
export function fieldsOf(text: string): Fields {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null ? (fields as Fields) : {};
  } catch {
    return {};
  }
}

export const textField = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
};

export const countField = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === 'number' ? value : undefined;
};

/** The first failed files of a move. */
export function failuresIn(fields: Fields): readonly MoveFailure[] {
  const { failed } = fields;
  return Array.isArray(failed)
    ? failed.filter((one): one is MoveFailure => typeof one === 'object' && one !== null)
    : [];
}

/** How the task of a check ended, or that it has not. */
export type CheckOutcome =
  | { readonly is: 'open' }
  | { readonly is: 'stopped' }
  | { readonly is: 'done'; readonly check: MoveCheck }
  /** The server's identity must be confirmed by the owner. `isChanged`: it is another than before. */
  | {
      readonly is: 'unconfirmed';
      readonly fingerprint: string;
      readonly message: string;
      readonly isChanged: boolean;
    }
  | { readonly is: 'failed'; readonly message: string; readonly id: string | undefined };

const UNCONFIRMED = ['move-certificate-wrong', 'move-host-key-new', 'move-host-key-changed'];

function failureOf(info: Fields): CheckOutcome {
  const [reason = '', message = ''] = [textField(info, 'reason'), textField(info, 'message')];
  const fingerprint = textField(info, 'fingerprint');
  if (fingerprint !== undefined && UNCONFIRMED.includes(reason))
    return { is: 'unconfirmed', fingerprint, message, isChanged: reason === 'move-host-key-changed' };
  return { is: 'failed', message, id: textField(info, 'id') };
}

/** The server has checked the rest. */
const isCheck = (info: Fields): info is Fields & MoveCheck => 'toCopy' in info && 'server' in info;

export function outcomeOf({ taskStatus, taskInfo }: Pick<Task, 'taskStatus' | 'taskInfo'>): CheckOutcome {
  const info = fieldsOf(taskInfo);
  switch (taskStatus) {
    case 'WAIT':
    case 'RUNNING':
      return { is: 'open' };
    case 'STOP':
      return { is: 'stopped' };
    case 'RUNNING_FAIL':
      return failureOf(info);
    case 'RUNNING_SUCCESS': {
      return isCheck(info) ? { is: 'done', check: info } : { is: 'failed', message: '', id: undefined };
    }
  }
}
