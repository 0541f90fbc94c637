import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const remoteTexts = addTexts('shell.remotes', { 'zh-CN': chinese, 'en-US': english });
export type RemoteTextKey = keyof typeof chinese;
