import { browserPreferences, installKernel } from '@sitedeck/sdk';
import { trustOwnChunks } from './integrity';
import { guardLeaving } from './leave-guard';
import { nonceStyles } from './nonce-styles';
import { readBoot, readConfig, readNonce } from './page-data';
import { startConsole } from './start-console';

trustOwnChunks();
const nonce = readNonce();
nonceStyles(nonce);
installKernel({ config: readConfig(), preferences: browserPreferences() });
guardLeaving();
void startConsole(readBoot(), nonce);
