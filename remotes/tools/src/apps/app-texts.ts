import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const appTexts = addTexts('tools.apps', { 'zh-CN': chinese, 'en-US': english });
