import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const stagingTexts = addTexts('tools.staging', { 'zh-CN': chinese, 'en-US': english });
