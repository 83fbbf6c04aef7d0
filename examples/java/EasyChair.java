package examples;

/** Is this the address of a search for EasyChair? */
public final class EasyChair {
    private EasyChair() { }

    public static boolean isSearch(String url) {
        if (!url.startsWith("http://"))
            return false;
        int slash = url.indexOf('/', 7);
        if (slash < 0)
            return false;
        String host = url.substring(7, slash);
        if (host.startsWith("www."))
            host = host.substring(4);
        if (!host.equals("live.com") && !host.equals("google.com"))
            return false;
        int question = url.indexOf('?', slash);
        if (question < 0)
            return false;
        String query = url.substring(question + 1);
        if (!query.startsWith("q="))
            return false;
        return query.substring(2).equals("EasyChair");
    }
}
