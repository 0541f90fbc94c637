import { blogTemplates } from './blogs';
import { chineseCmsTemplates } from './chinese-cms';
import { forumTemplates } from './forums';
import { frameworkTemplates } from './frameworks';
import { shopTemplates } from './shops';
import type { RewriteTemplate } from './template';
import { templatesWithoutPhp } from './without-php';
import { wordpressTemplates } from './wordpress';
import { worldCmsTemplates } from './world-cms';

export type { RewriteResult, RewriteTemplate } from './template';

/** Rules for the usual apps, in the order in which a page lists them. */
export const templates: readonly RewriteTemplate[] = [
  ...wordpressTemplates,
  ...forumTemplates,
  ...frameworkTemplates,
  ...chineseCmsTemplates,
  ...shopTemplates,
  ...blogTemplates,
  ...worldCmsTemplates,
  ...templatesWithoutPhp,
];
