import english from './en-US.json';
import { addTexts } from './texts';
import chinese from './zh-CN.json';

/** Texts that belong to no single feature: task kinds and statuses, common actions, components of the kit. */
export const sharedTexts = addTexts('ui', { 'zh-CN': chinese, 'en-US': english });
export type SharedKey = NonNullable<(typeof sharedTexts)['keys']>;
