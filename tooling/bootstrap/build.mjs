import { prepare } from './prepare.mjs';
import { command, say } from './say.mjs';

await command(async () => {
  await prepare({ system: 'skip' });
  say('Everything is built.');
  return 0;
});
