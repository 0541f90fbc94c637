import { addTexts } from '@sitedeck/ui/core';
import english from './en-US.json';
import chinese from './zh-CN.json';

export const filesTexts = addTexts('files', { 'zh-CN': chinese, 'en-US': english });
export type FilesKey = NonNullable<(typeof filesTexts)['keys']>;
