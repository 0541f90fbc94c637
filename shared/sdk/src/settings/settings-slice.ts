import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Locale } from '@sitedeck/contract';
import type { Preferences, ThemeChoice } from './preferences';

const start: Preferences = { locale: 'zh-CN', theme: 'system' };

const slice = createSlice({
  name: 'settings',
  initialState: start,
  reducers: {
    localeChosen: (state, action: PayloadAction<Locale>) => ({ ...state, locale: action.payload }),
    themeChosen: (state, action: PayloadAction<ThemeChoice>) => ({ ...state, theme: action.payload }),
  },
});

export const { localeChosen, themeChosen } = slice.actions;
export const settingsReducer = slice.reducer;
