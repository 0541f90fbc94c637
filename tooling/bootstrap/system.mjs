import { prepareSystem } from './prepare.mjs';

// Runs in its own process, since an installation would block everything else.
prepareSystem(true);
