import type { BackupTarget, Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { backupApi } from '../backup.api';
import { formOf, missingIn, locationOf, serverOf, type TargetField, type TargetType } from './target-input';
import { targetsTexts } from './targets-texts';

export type TargetForm = ReturnType<typeof useTargetForm>;
type Problems = Readonly<Partial<Record<TargetField, string>>>;

/** The key that a server showed, and whether the user confirmed it. */
interface ShownKey {
  readonly server: string;
  readonly fingerprint: string;
  readonly isAgreed: boolean;
}

const savedKey = (target: BackupTarget | undefined): ShownKey | undefined =>
  target?.place.is === 'sftp' && target.place.fingerprint !== undefined
    ? { server: serverOf(formOf(target)), fingerprint: target.place.fingerprint, isAgreed: true }
    : undefined;

/** The form's field that a refusal names, as `host` of `place.host`. */
const fieldOf = ({ field }: Fault, form: object): TargetField | undefined => {
  const name = field?.split('.').at(-1);
  return name !== undefined && name !== 'is' && Object.hasOwn(form, name) ? (name as TargetField) : undefined;
};

/**
 * State of the target dialog. For SFTP, submitting first asks for the server's key, and again when the server
 * changes.
 */
export function useTargetForm(target: BackupTarget | undefined) {
  const text = useText(targetsTexts);
  const [form, setForm] = useState(() => formOf(target));
  const [problems, setProblems] = useState<Problems>({});
  const [shown, setShown] = useState(() => savedKey(target));
  const [test] = backupApi.useTestBackupTargetMutation();
  const [save] = backupApi.useSaveBackupTargetMutation();
  const key = shown?.server === serverOf(form) ? shown : undefined;
  const needsKey = form.is === 'sftp' && key === undefined;
  const id = target ? { id: target.id } : {};

  const refused = (error: unknown): FormOutcome => {
    const fault = toFault(error);
    const field = fieldOf(fault, form);
    if (field) setProblems({ [field]: fault.message });
    // The server's key differs from the confirmed one: ask for it and have it confirmed again.
    if (fault.reason === 'target-key-changed') setShown(undefined);
    return { is: 'refused', fault };
  };
  const askKey = async (): Promise<FormOutcome> => {
    const { data, error } = await test({ body: { ...id, place: locationOf(form, undefined) } });
    if (data?.is === 'confirm-key')
      setShown({ server: serverOf(form), fingerprint: data.fingerprint, isAgreed: false });
    return error === undefined ? { is: 'stay' } : refused(error);
  };
  const send = async (): Promise<FormOutcome> => {
    const place = locationOf(form, key?.fingerprint);
    const body = { ...id, name: form.name.trim(), enabled: target?.enabled ?? true, place };
    const { error } = await save({ body });
    return error === undefined ? { is: 'done' } : refused(error);
  };

  return {
    form,
    problems,
    needsKey,
    fingerprint: key?.fingerprint,
    isAgreed: key?.isAgreed ?? false,
    agree: (isAgreed: boolean) => key && setShown({ ...key, isAgreed }),
    chooseKind: (is: TargetType) => {
      setForm({ ...form, is });
      setProblems({});
    },
    type: (field: TargetField, value: string) => {
      setForm({ ...form, [field]: value });
      setProblems(Object.fromEntries(Object.entries(problems).filter(([name]) => name !== field)));
    },
    submit: async (): Promise<FormOutcome> => {
      const missing = missingIn(form, target !== undefined);
      setProblems(Object.fromEntries(missing.map((field) => [field, text('required')])));
      if (missing.length > 0) return { is: 'stay' };
      if (needsKey) return askKey();
      if (form.is === 'sftp' && key?.isAgreed === false)
        return {
          is: 'refused',
          fault: { code: '400', reason: 'target-key-unconfirmed', message: text('key.first') },
        };
      return send();
    },
  };
}
