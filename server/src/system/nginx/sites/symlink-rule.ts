import { conf, type Conf } from '../conf';
import type { SitesPlan } from './sites-plan';

/**
 * A site may link to its own files. Under one uid every file of the machine that nginx can read could have the right
 * owner, so no link is followed then, and none in the place of the document root.
 * @param root the host's tree
 */
export const symlinkRule = ({ workerUser }: Pick<SitesPlan, 'workerUser'>, root: string): Conf =>
  workerUser === undefined
    ? conf`disable_symlinks on ${`from=${root}`};`
    : conf`disable_symlinks if_not_owner from=$document_root;`;
