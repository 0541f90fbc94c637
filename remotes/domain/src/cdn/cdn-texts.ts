import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const cdnTexts = addTexts('domain.cdn', { 'zh-CN': chinese, 'en-US': english });
