import { Button, Card, CloseButton, Modal, SegmentedControl, Tooltip, createTheme } from '@mantine/core';

/** Calm and light; one violet accent distinguishes the world from the product. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '650' },
  primaryColor: 'violet',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 10,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { fw: 600 } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'md' } }),
    CloseButton: CloseButton.extend({ defaultProps: { iconSize: 18 } }),
    Modal: Modal.extend({
      defaultProps: { centered: true, radius: 16, overlayProps: { backgroundOpacity: 0.45 } },
    }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'sm' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});
