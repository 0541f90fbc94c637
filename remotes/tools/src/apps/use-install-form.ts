import { APP_TITLE_MAX, type CatalogueApp, type InstalledApp, type Locale } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { useTranslator } from '@sitedeck/ui/core';
import { generatePassword } from '@sitedeck/ui/generate-password';
import { useState } from 'react';
import { appFolder, isPrefix, offeredFolder, offeredPrefix } from './app-folder';

export interface InstallForm {
  readonly folder: string;
  readonly prefix: string;
  readonly title: string;
  readonly admin: string;
  readonly email: string;
  readonly password: string;
  readonly language: Locale;
}
export type InstallField = Exclude<keyof InstallForm, 'language' | 'password'>;

const isTitle = (typed: string) => typed.trim() !== '' && typed.trim().length <= APP_TITLE_MAX;
const isAdmin = (typed: string) => /^[A-Za-z0-9_.@-]{2,40}$/.test(typed);
const isEmail = (typed: string) => typed.length <= 100 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);

/** The fields that the app needs and that hold no valid value. */
function wrongFields(app: CatalogueApp, form: InstallForm): readonly InstallField[] {
  const asksAdmin = app.asks.includes('admin');
  const rules: readonly (readonly [InstallField, boolean])[] = [
    ['folder', appFolder(form.folder) !== undefined],
    ['prefix', app.prefix === undefined || isPrefix(form.prefix)],
    ['title', !app.asks.includes('title') || isTitle(form.title)],
    ['admin', !asksAdmin || isAdmin(form.admin)],
    ['email', !asksAdmin || isEmail(form.email)],
  ];
  return rules.filter(([, isRight]) => !isRight).map(([field]) => field);
}

/** State of the install dialog. A field says what is wrong once it was left, or on submit. */
export function useInstallForm(app: CatalogueApp, installed: readonly InstalledApp[]) {
  const { hostName } = useCurrentHost().hostService;
  const locale = useTranslator().locale;
  const [form, setForm] = useState<InstallForm>(() => ({
    folder: offeredFolder(app.folder, installed),
    prefix: app.prefix === undefined ? '' : offeredPrefix(app.prefix, installed),
    ...{ title: hostName, admin: 'admin', email: '', password: generatePassword() },
    language: locale,
  }));
  const [left, setLeft] = useState<readonly InstallField[]>([]);
  const wrong = wrongFields(app, form);
  return {
    form,
    /** Fields that say what is wrong. */
    shownWrong: wrong.filter((field) => left.includes(field)),
    isWrong: (field: InstallField) => wrong.includes(field),
    change: (given: Partial<InstallForm>) => setForm((before) => ({ ...before, ...given })),
    leave: (field: InstallField) => setLeft((before) => [...new Set([...before, field])]),
    /** Whether everything is right; if not, each wrong field says so. */
    passes: () => {
      setLeft((before) => [...new Set([...before, ...wrong])]);
      return wrong.length === 0;
    },
  };
}
export type InstallFormState = ReturnType<typeof useInstallForm>;
