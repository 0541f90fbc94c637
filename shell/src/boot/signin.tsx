import { hydrateRoot } from 'react-dom/client';
import { SignInPage } from '../sign-in/SignInPage';
import { trustOwnChunks } from './integrity';
import { signInPort } from './sign-in-port';

/** The console is fetched while the user types, after everything that sign-in itself needs, ms. */
const FETCH_AHEAD_AFTER_MS = 300;

/** The next page's scripts, which this page names; `prefetch` stores them for the next navigation. */
function fetchAhead(): void {
  for (const { content } of document.querySelectorAll<HTMLMetaElement>('meta[name="sitedeck-next"]')) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = content;
    document.head.append(link);
  }
}

trustOwnChunks();
const root = document.getElementById('root');
if (root) hydrateRoot(root, <SignInPage port={signInPort} />);
addEventListener('load', () => setTimeout(fetchAhead, FETCH_AHEAD_AFTER_MS));
