import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';
import { shadesOf } from './charts/shades.ts';
import classes from './theme.module.css';

const EASE_OUT = 'ease-out';
const QUICK_MS = 150;

/** Cool neutrals; the pairs used for text meet AA on every surface. */
const GRAY: MantineColorsTuple = [
  '#f8f9fb',
  '#f1f3f6',
  '#e5e8ed',
  '#d6dae1',
  '#b8bfca',
  '#8d96a5',
  '#626c7c',
  '#4b5463',
  '#2f3744',
  '#171c25',
];

const DARK: MantineColorsTuple = [
  '#e8eaef',
  '#b9c0cc',
  '#949dac',
  '#6c7586',
  '#3b4350',
  '#2c323d',
  '#232831',
  '#1b1f27',
  '#14171d',
  '#0d0f14',
];

/** The look of everything: one accent per brand, four meanings, one radius. */
export function createBrandTheme(accent: string, words: { showPassword: string; close: string }): MantineThemeOverride {
  return createTheme({
    colors: {
      brand: shadesOf(accent),
      good: shadesOf('#15803d'),
      attention: shadesOf('#b45309'),
      bad: shadesOf('#c62828'),
      information: shadesOf('#1d64c4'),
      gray: GRAY,
      dark: DARK,
    },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    black: '#171c25',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '12px', sm: '13px', md: '15px', lg: '17px', xl: '20px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
    headings: {
      fontWeight: '650',
      textWrap: 'balance',
      sizes: {
        h1: { fontSize: '28px', lineHeight: '1.25' },
        h2: { fontSize: '20px', lineHeight: '1.3' },
        h3: { fontSize: '17px', lineHeight: '1.35' },
        h4: { fontSize: '15px', lineHeight: '1.4' },
      },
    },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
    defaultRadius: 'md',
    breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
    shadows: {
      xs: '0 1px 2px rgb(16 24 40 / 6%)',
      sm: '0 2px 6px rgb(16 24 40 / 8%)',
      md: '0 6px 20px rgb(16 24 40 / 12%)',
      lg: '0 12px 32px rgb(16 24 40 / 16%)',
      xl: '0 20px 48px rgb(16 24 40 / 20%)',
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
    // NOTE: plain objects; `Button.extend` would put every component named here into the first load
    components: {
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } },
        classNames: { visibilityToggle: classes.touch },
      },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 }, classNames: { root: classes.touch } },
      Alert: { defaultProps: { variant: 'light' } },
      Anchor: { defaultProps: { underline: 'hover' } },
      Badge: { defaultProps: { variant: 'light', radius: 'xl', size: 'lg', tt: 'none', fw: 550 } },
      Button: { defaultProps: { fw: 550 }, classNames: { root: classes.button } },
      Card: { defaultProps: { withBorder: true, padding: 'md' }, classNames: { root: classes.paper } },
      Checkbox: {
        defaultProps: { radius: 'xs' },
        classNames: { label: classes.choiceLabel },
      },
      CloseButton: { defaultProps: { iconSize: 18 }, classNames: { root: classes.touch } },
      Drawer: {
        defaultProps: {
          attributes: PLAIN_HEADER,
          transitionProps: { duration: QUICK_MS, timingFunction: EASE_OUT },
        },
        classNames: { title: classes.dialogTitle },
      },
      Input: { classNames: { input: classes.input } },
      InputWrapper: {
        defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
        classNames: { label: classes.label, description: classes.description, error: classes.error },
      },
      Menu: {
        defaultProps: {
          withInitialFocusPlaceholder: false,
          shadow: 'md',
          transitionProps: { duration: 0 }, // NOTE: opened dozens of times a day, a menu is there at once
        },
        classNames: { dropdown: classes.dropdown, item: classes.menuItem },
      },
      Modal: {
        defaultProps: {
          attributes: PLAIN_HEADER,
          centered: true,
          shadow: 'xl',
          transitionProps: { transition: 'pop', duration: QUICK_MS, timingFunction: EASE_OUT },
        },
        classNames: { title: classes.dialogTitle },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.close } } },
      Paper: { defaultProps: { withBorder: true }, classNames: { root: classes.paper } },
      Popover: { classNames: { dropdown: classes.dropdown } },
      Radio: { classNames: { label: classes.choiceLabel } },
      Select: {
        defaultProps: {
          comboboxProps: {
            keepMounted: false, // NOTE: hundreds of countries are drawn once they are asked for
            shadow: 'md',
            transitionProps: { duration: 120, transition: 'fade' },
          },
        },
      },
      Skeleton: { defaultProps: { radius: 'sm' }, classNames: { root: classes.skeleton } },
      Switch: {
        defaultProps: { withThumbIndicator: false },
        classNames: { body: classes.switch },
      },
      Tabs: { defaultProps: { keepMounted: false } },
      Tooltip: {
        defaultProps: { openDelay: 300, withArrow: true, multiline: true, maw: 280, events: TOOLTIP_EVENTS },
      },
    },
  });
}

/** The page has its own header; the one of a dialog is none of the page's landmarks. */
const PLAIN_HEADER = { header: { role: 'presentation' } };

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: true };

/** CSS variables of our surfaces beside Mantine's own. */
export const resolveVariables: CSSVariablesResolver = (theme) => ({
  variables: { '--quick': `${QUICK_MS}ms ${EASE_OUT}` },
  light: {
    '--page': '#f5f6f9',
    '--surface': '#ffffff',
    '--hairline': '#e3e6ec',
    '--skeleton': '#d5dae3',
    '--mantine-color-dimmed': '#5d6778',
    '--mantine-color-placeholder': '#6b7482',
    '--mantine-color-error': 'var(--mantine-color-bad-7)',
    '--mantine-color-default-border': '#cdd2da',
    ...lightTints(Object.keys(theme.colors)),
    '--mantine-color-gray-light': 'var(--mantine-color-gray-2)',
  },
  dark: {
    '--page': '#111419',
    '--surface': '#191d24',
    '--hairline': '#2b313b',
    '--skeleton': '#323945',
    '--mantine-color-body': '#191d24',
    '--mantine-color-text': '#e4e7ec',
    '--mantine-color-dimmed': '#9aa3b2',
    '--mantine-color-placeholder': '#8790a0',
    '--mantine-color-error': 'var(--mantine-color-bad-3)',
    '--mantine-color-default': '#20252d',
    '--mantine-color-default-hover': '#282e38',
    '--mantine-color-default-border': '#3d4653',
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    ...darkTints(Object.keys(theme.colors)),
  },
});

/** The quiet variant of each meaning: a tint that holds readable text of the same hue. */
function lightTints(names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`--mantine-color-${name}-light`, `var(--mantine-color-${name}-0)`],
      [`--mantine-color-${name}-light-hover`, `var(--mantine-color-${name}-1)`],
      [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-7)`],
    ]),
  );
}

function darkTints(names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 18%, transparent)`],
      [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-5) 28%, transparent)`],
      [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
      [`--mantine-color-${name}-text`, `var(--mantine-color-${name}-3)`],
    ]),
  );
}
