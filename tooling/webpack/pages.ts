import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as React from 'react';
import type * as ReactDomServer from 'react-dom/server';
import type { SignInPort } from '../../shell/src/sign-in/sign-in-port';
import { pageTemplate, type IntegrityHashes } from './page-template';

/** Scripts of one build of the shell: the first one, and those it may load. */
export interface BuiltScripts {
  readonly entry: IntegrityHashes;
  readonly chunks: IntegrityHashes;
}

export type ShellScripts = Readonly<Record<'react' | 'signin' | 'console', BuiltScripts>>;

/**
 * Writes the two pages of the shell: `login.html`, prerendered, which is visible before any script has loaded, and
 * `index.html` for every other address. Returns their names.
 */
export async function writePages(folder: string, scripts: ShellScripts): Promise<readonly string[]> {
  const dist = join(folder, 'dist');
  mkdirSync(dist, { recursive: true });
  const { signInStyle } = (await import('../../shell/src/sign-in/sign-in-style')) as { signInStyle: string };
  const { firstFrame, firstFrameStyle } = (await import('../../shell/src/layout/first-frame')) as {
    firstFrame: string;
    firstFrameStyle: string;
  };
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
      style: firstFrameStyle,
      body: firstFrame,
    }),
  );
  writeFileSync(join(dist, 'console.json'), JSON.stringify(versionsOf(folder)));
  return ['login.html', 'index.html', 'console.json'];
}

/** Versions of this console that remotes may require; the server reports them when a remote is published. */
function versionsOf(folder: string): { readonly shell: string; readonly sdk: string } {
  const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return {
    shell: versionIn(join(folder, 'package.json')),
    sdk: versionIn(join(folder, 'node_modules/@sitedeck/sdk/package.json')),
  };
}

/** A port without function: while it is prerendered, the page requests nothing. */
const silentPort: SignInPort = {
  load: () => {
    throw new Error('asked for settings while prerendering');
  },
  keep: () => undefined,
  submit: () => Promise.reject(new Error('submitted while prerendering')),
};

async function prerenderSignIn(folder: string): Promise<string> {
  // Load the shell's own React: page and renderer must use the same copy.
  const require = createRequire(join(folder, 'package.json'));
  const { createElement } = require('react') as typeof React;
  const { renderToString } = require('react-dom/server') as typeof ReactDomServer;
  const { SignInPage } = (await import('../../shell/src/sign-in/SignInPage')) as {
    SignInPage: React.ComponentType<{ readonly port: SignInPort }>;
  };
  return renderToString(createElement(SignInPage, { port: silentPort }));
}
