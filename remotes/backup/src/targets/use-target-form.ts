import type { BackupTarget, Fault } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import type { FormOutcome } from '@sitedeck/ui/form-dialog';
import { useState } from 'react';
import { backupApi } from '../backup.api';
import { formOf, missingIn, placeOf, serverOf, type PlaceField, type PlaceKind } from './place-form';
import { targetsTexts } from './targets-texts';

export type TargetForm = ReturnType<typeof useTargetForm>;
type Problems = Readonly<Partial<Record<PlaceField, string>>>;

/** A key that the server has shown, and whether its owner said that it is the right one. */
interface ShownKey {
  readonly server: string;
  readonly fingerprint: string;
  readonly isAgreed: boolean;
}

const savedKey = (target: BackupTarget | undefined): ShownKey | undefined =>
  target?.place.is === 'sftp' && target.place.fingerprint !== undefined
    ? { server: serverOf(formOf(target)), fingerprint: target.place.fingerprint, isAgreed: true }
    : undefined;

/** Of a refusal's `field`, as in `place.host`. */
const fieldOf = ({ field }: Fault, form: object): PlaceField | undefined => {
  const name = field?.split('.').at(-1);
  return name !== undefined && name !== 'is' && Object.hasOwn(form, name) ? (name as PlaceField) : undefined;
};

/** What is typed about a target, and sending it: an SFTP server is asked for its key first, and again when it is another one. */
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
    // Another key than the confirmed one: it is asked for, and looked at, anew.
    if (fault.reason === 'target-key-changed') setShown(undefined);
    return { is: 'refused', fault };
  };
  const askKey = async (): Promise<FormOutcome> => {
    const { data, error } = await test({ body: { ...id, place: placeOf(form, undefined) } });
    if (data?.is === 'confirm-key')
      setShown({ server: serverOf(form), fingerprint: data.fingerprint, isAgreed: false });
    return error === undefined ? { is: 'stay' } : refused(error);
  };
  const send = async (): Promise<FormOutcome> => {
    const place = placeOf(form, key?.fingerprint);
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
    chooseKind: (is: PlaceKind) => {
      setForm({ ...form, is });
      setProblems({});
    },
    type: (field: PlaceField, value: string) => {
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
