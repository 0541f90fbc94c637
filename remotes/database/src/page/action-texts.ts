import { addTexts } from '@sitedeck/ui/core';
import english from './i18n/en-US.json';
import chinese from './i18n/zh-CN.json';

/** Texts of the page's dialogs. */
export const actionTexts = addTexts('database.acts', { 'zh-CN': chinese, 'en-US': english });
