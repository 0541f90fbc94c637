import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

export const applyTexts = addTexts('domain.apply', { 'zh-CN': chinese, 'en-US': english });
