//! Games played on the boards by pointer and by touch.
