package examples;

/** Removes tags from a page, trusting that every one of them is closed. */
public final class StripTags {
    private StripTags() { }

    /** Does not end on a tag without its ">": the index falls back to the start. */
    public static String strip(String page) {
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < page.length()) {
            if (page.charAt(i) == '<')
                i = page.indexOf('>', i);
            else if (text.length() < 3)
                text.append(page.charAt(i));
            i++;
        }
        return text.toString();
    }
}
