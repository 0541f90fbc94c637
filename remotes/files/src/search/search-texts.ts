import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const searchTexts = addTexts('files.search', { 'zh-CN': chinese, 'en-US': english });
