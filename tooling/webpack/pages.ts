import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as React from 'react';
import type * as ReactDomServer from 'react-dom/server';
import type { SignInPort } from '../../shell/src/sign-in/sign-in-port';
import { pageTemplate, type Sums } from './page-template';

/** The scripts of one build of the shell: the first one, and what it may fetch. */
export interface BuiltScripts {
  readonly entry: Sums;
  readonly chunks: Sums;
}

export type ShellScripts = Readonly<Record<'react' | 'signin' | 'console', BuiltScripts>>;

/** Until the kit's own style is there: no white flash in the dark. */
const FRAME_STYLE =
  'body{margin:0;background:#F5F7FA}@media(prefers-color-scheme:dark){body{background:#0F1216}}';

/**
 * Writes the two pages of the shell: `login.html`, prerendered, which shows before any script has come, and
 * `index.html` for every other address. Answers their names.
 */
export async function writePages(folder: string, scripts: ShellScripts): Promise<readonly string[]> {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const { signInStyle } = (await import('../../shell/src/sign-in/sign-in-style')) as { signInStyle: string };
  const { react, signin, console } = scripts;
  writeFileSync(
    join(dist, 'login.html'),
    pageTemplate({
      scripts: { ...react.entry, ...signin.entry },
      chunks: signin.chunks,
      next: Object.keys(console.entry),
      style: signInStyle,
      body: await prerenderSignIn(folder),
    }),
  );
  writeFileSync(
    join(dist, 'index.html'),
    pageTemplate({
      scripts: { ...react.entry, ...console.entry },
      chunks: console.chunks,
      next: [],
      style: FRAME_STYLE,
      body: '',
    }),
  );
  writeFileSync(join(dist, 'console.json'), JSON.stringify(versionsOf(folder)));
  return ['login.html', 'index.html', 'console.json'];
}

/** What remotes of this console may require: the server tells it to those who publish them. */
function versionsOf(folder: string): { readonly shell: string; readonly sdk: string } {
  const require = createRequire(join(folder, 'package.json'));
  const { version: shell } = require('./package.json') as { version: string };
  const { version: sdk } = require('@sitedeck/sdk/package.json') as { version: string };
  return { shell, sdk };
}

/** The page asks its port for nothing while it is prerendered. */
const silentPort: SignInPort = {
  load: () => {
    throw new Error('asked for settings while prerendering');
  },
  keep: () => undefined,
  submit: () => Promise.reject(new Error('submitted while prerendering')),
};

async function prerenderSignIn(folder: string): Promise<string> {
  // The shell's React, not a second one: the page and its renderer must be one version.
  const require = createRequire(join(folder, 'package.json'));
  const { createElement } = require('react') as typeof React;
  const { renderToString } = require('react-dom/server') as typeof ReactDomServer;
  const { SignInPage } = (await import('../../shell/src/sign-in/SignInPage')) as {
    SignInPage: React.ComponentType<{ readonly port: SignInPort }>;
  };
  return renderToString(createElement(SignInPage, { port: silentPort }));
}
