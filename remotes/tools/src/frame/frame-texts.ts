import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

/** Words that all pages of this remote share. */
export const frameTexts = addTexts('tools.frame', { 'zh-CN': chinese, 'en-US': english });
